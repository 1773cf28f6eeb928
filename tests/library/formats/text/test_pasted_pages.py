"""Web pages copied as plain text: what the site put around the how-to is told as unused, and nothing else is."""

import re
from dataclasses import dataclass, replace

import pytest

from tailor.core.procedure import procedure
from tailor.library.formats.registry import detect_format
from tailor.library.formats.text.reader import parse
from tailor.library.formats.text.titles import announces, titled
from tailor.library.formats.text.writer import write
from tailor.library.importer import read_pasted


@dataclass(frozen=True)
class Page:
    text: str
    goal: str
    resources: tuple[str, ...]
    steps: tuple[str, ...]
    sections: tuple[tuple[int, str], ...] = ()
    noted: tuple[str, ...] = ()
    """The lines of the notes."""
    site: tuple[str, ...] = ()
    """Unused lines."""


BREAD = Page(
    """Skip to content
Crumb & Crust
Home | Recipes | Shop | About | Contact

Overnight Focaccia

4.9 from 87 votes
Jump to Recipe · Print Recipe · Pin Recipe

By Priya Nand | Published: 12 May 2023 | This post may contain affiliate links

This is the bread I bake when friends come.

Prep time 20 minutes
Cook time 25 minutes
Servings 8
Author: Priya Nand

Ingredients
US Customary
Metric
1x
2x
3x
500 g bread flour
10 g salt
2 tsp dry yeast
400 ml water

Cook Mode Prevent your screen from going dark

Instructions
Mix flour, salt, yeast and water in a bowl.
Cover the bowl and leave it overnight in the fridge.
Advertisement
Tip the dough into an oiled tray and dimple it.
Bake at 220 C for 25 minutes.

Notes
Keeps for two days in a tin.

Tried this recipe? Leave a comment and a rating below!

More Bread Recipes
Rye Sourdough
Garlic Naan

12 Comments
Joe
June 2, 2023 at 8:14 am
Can I use wholemeal flour?
Reply

© 2023 Crumb & Crust. All rights reserved.
Privacy Policy | Terms of Use""",
    "Overnight Focaccia",
    ("500 g bread flour", "10 g salt", "2 tsp dry yeast", "400 ml water"),
    (
        "Mix flour, salt, yeast and water in a bowl.",
        "Cover the bowl and leave it overnight in the fridge.",
        "Tip the dough into an oiled tray and dimple it.",
        "Bake at 220 C for 25 minutes.",
    ),
    noted=("This is the bread I bake when friends come.", "Notes", "Keeps for two days in a tin."),
    site=("Crumb & Crust", "US Customary", "2x", "Advertisement", "Garlic Naan", "Can I use wholemeal flour?"),
)
DRYWALL = Page(
    """Menu
Search
Home > DIY > Walls

How to Patch a Small Hole in Drywall

Updated on 09/14/23
Share
Pinterest
Email
Photo: Casey Brill

What You Need
- putty knife
- lightweight spackle
- fine sandpaper

Instructions
1. Clean the hole
Brush away loose paper and dust.
ADVERTISEMENT - CONTINUE READING BELOW
2. Fill the hole
Press spackle into it with the putty knife.
RELATED: How to Paint a Ceiling
3. Sand it smooth
Wait two hours, then sand it.

Was this page helpful?
Yes
No

Related Articles
How to Hang a Heavy Mirror
The 8 Best Stud Finders of 2024""",
    "How to Patch a Small Hole in Drywall",
    ("putty knife", "lightweight spackle", "fine sandpaper"),
    (
        "Clean the hole Brush away loose paper and dust.",
        "Fill the hole Press spackle into it with the putty knife.",
        "Sand it smooth Wait two hours, then sand it.",
    ),
    site=(
        "Menu",
        "Photo: Casey Brill",
        "RELATED: How to Paint a Ceiling",
        "No",
        "The 8 Best Stud Finders of 2024",
    ),
)
SSH = Page(
    """Skip to main content
Docs
Guides › Security › SSH keys

Set up an SSH key

4 min read
Edit this page
On this page
Before you begin
Make the key
Copy it to the server

Before you begin
- a terminal
- an account on the server

Steps
1. Run ssh-keygen and press Enter three times.
Copy
2. Run ssh-copy-id with your name and the server.
Copy
3. Log in to the server to test it.

Was this helpful?
Previous
Next
Install the client

Follow us on Mastodon
Sign up for our newsletter
Enter your email address
Subscribe""",
    "Set up an SSH key",
    ("a terminal", "an account on the server"),
    (
        "Run ssh-keygen and press Enter three times.",
        "Run ssh-copy-id with your name and the server.",
        "Log in to the server to test it.",
    ),
    site=("Guides › Security › SSH keys", "Make the key", "Copy", "Subscribe"),
)
FORUM = Page(
    """We use cookies to improve your experience.
Accept all
Start › Rezepte › Kuchen

Apfelkuchen vom Blech

★★★★☆ (34 Bewertungen)
Drucken
Teilen
Merken

Zutaten
1 kg Äpfel
300 g Mehl
150 g Zucker
4 Eier

Anzeige

Zubereitung
Die Äpfel schälen und in Spalten schneiden.
Mehl, Zucker und Eier zu einem Teig rühren.
Anzeige
Den Teig aufs Blech geben, mit Äpfeln belegen und 40 Minuten backen.

Das könnte dich auch interessieren
Kirschkuchen
Zwetschgendatschi

3 Kommentare
Uschi: Sehr lecker!""",
    "Apfelkuchen vom Blech",
    ("1 kg Äpfel", "300 g Mehl", "150 g Zucker", "4 Eier"),
    (
        "Die Äpfel schälen und in Spalten schneiden.",
        "Mehl, Zucker und Eier zu einem Teig rühren.",
        "Den Teig aufs Blech geben, mit Äpfeln belegen und 40 Minuten backen.",
    ),
    site=("Accept all", "Drucken", "Anzeige", "Zwetschgendatschi", "Uschi: Sehr lecker!"),
)
STEW = Page(
    """Home » Recipes » Dinner

HEARTY BARLEY STEW

★★★★★ 4.8 from 212 reviews

Jump to Recipe   Print   Pin

By Dana Low · Updated March 3, 2024 · This post may contain affiliate links.

ADVERTISEMENT

Cook Time: 50 mins
Servings: 6

Ingredients
1x 2x 3x
▢ 1 cup pearl barley
▢ 2 carrots, diced
▢ salt to taste

Sign up for our newsletter!

Instructions
1. Boil the barley for 30 minutes.
ADVERTISEMENT
2. Add the carrots and cook for 20 minutes.

Notes
Freezes well.

Did you make this recipe? Tag @danalow on Instagram!

You may also like
Bean Soup
Noodle Soup

Leave a Reply
Mary says: It was great!""",
    "HEARTY BARLEY STEW",
    ("1 cup pearl barley", "2 carrots, diced", "salt to taste"),
    ("Boil the barley for 30 minutes.", "Add the carrots and cook for 20 minutes."),
    noted=("Freezes well.",),
    site=("Home » Recipes » Dinner", "1x 2x 3x", "ADVERTISEMENT", "Noodle Soup", "Mary says: It was great!"),
)
MENDING = Page(
    """The Mending Basket
Home | Blog | Patterns | My Account | Cart (0)

Darning a Sock by Hand

Leave a Comment / Hand sewing / By Ola Berg

Darning is slow work, and I like it for that.

Materials
darning needle
wool yarn
darning mushroom

Method
Put the mushroom under the hole.
Sew running stitches up and down over the hole.
Share this:
Facebook
Twitter
Weave the yarn over and under those stitches.
Trim the ends.

Like this:
Loading...

← Previous Post
Next Post →

Categories
Hand sewing
Knitting

Copyright © 2024 The Mending Basket""",
    "Darning a Sock by Hand",
    ("darning needle", "wool yarn", "darning mushroom"),
    (
        "Put the mushroom under the hole.",
        "Sew running stitches up and down over the hole.",
        "Weave the yarn over and under those stitches.",
        "Trim the ends.",
    ),
    noted=("Darning is slow work, and I like it for that.",),
    site=("The Mending Basket", "Facebook", "Loading...", "Next Post →", "Knitting"),
)
PANCAKES = Page(
    """The Kitchen Club
Log In
Breakfast
Dinner

Breakfast and Brunch
Pancakes

Grandma's Buttermilk Pancakes

812 Reviews

These fluffy pancakes are a family favorite.

Updated on June 8, 2022

Save
Rate
Print
Share

Prep Time:
10 mins
Servings:
4
Jump to Nutrition Facts

Ingredients

1/2x
1x
2x

2 cups flour
2 cups buttermilk
2 eggs

Directions

Whisk the flour and buttermilk together in a bowl.

Beat in the eggs.

Cook on a hot griddle for 2 minutes per side.

I Made It
Print

Nutrition Facts (per serving)
310 Calories

Reviews (812)
Check out our guidelines about reviews.
Amy
Loved them!""",
    "Grandma's Buttermilk Pancakes",
    ("2 cups flour", "2 cups buttermilk", "2 eggs"),
    (
        "Whisk the flour and buttermilk together in a bowl.",
        "Beat in the eggs.",
        "Cook on a hot griddle for 2 minutes per side.",
    ),
    noted=("These fluffy pancakes are a family favorite.", "Nutrition Facts (per serving)", "310 Calories"),
    site=("The Kitchen Club", "Pancakes", "812 Reviews", "I Made It", "Loved them!"),
)
KETTLE = Page(
    """Home
Appliances
How to Descale a Kettle
How to Descale a Kettle
By Jo Marsh
Last updated 3 January 2024
3 min read
Share
Photo credit: Lee Wong

We may earn a commission if you buy through our links.

In this article
What you'll need
Steps

What you'll need
White vinegar
Water

Steps
Step 1
Fill the kettle with equal parts of vinegar and water.
Step 2
Boil it and let it stand for 20 minutes.
Advertisement
Step 3
Rinse it twice.

Sign up to our newsletter
More on kettles
Best kettles 2024
© 2024 House and Yard""",
    "How to Descale a Kettle",
    ("White vinegar", "Water"),
    (
        "Fill the kettle with equal parts of vinegar and water.",
        "Boil it and let it stand for 20 minutes.",
        "Rinse it twice.",
    ),
    site=("Home", "Appliances", "Photo credit: Lee Wong", "Best kettles 2024"),
)
PAGES = {
    "a blog": BREAD, "a how-to with tools": DRYWALL, "documentation": SSH, "a German site": FORUM,
    "a recipe card": STEW, "a craft blog": MENDING,
    "a big recipe site": PANCAKES, "a magazine": KETTLE,
}  # fmt: skip


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_what_a_site_puts_around_a_how_to_is_told_as_unused(page: Page) -> None:
    read = parse(page.text)
    made = read.procedure
    assert (made.goal, made.resources, made.steps) == (page.goal, page.resources, page.steps)
    assert made.sections == page.sections
    assert made.notes == "\n".join(page.noted)
    assert set(page.site) <= set(read.unused)


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_a_pasted_page_is_read_as_an_imported_one(page: Page) -> None:
    whole = parse(page.text)
    assert detect_format(page.text) == "text"
    title, rest = titled(page.text)
    pasted = read_pasted(title, rest)
    assert (pasted.procedure, pasted.unused) == (whole.procedure, whole.unused)
    assert announces(page.text)


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_each_word_of_a_pasted_page_is_kept_or_told(page: Page) -> None:
    read = parse(page.text)
    made = read.procedure
    kept = (made.goal, *made.resources, *made.steps, made.notes, made.author, made.yields, *read.unused)
    heads = {
        "ingredients",
        "instructions",
        "steps",
        "method",
        "zutaten",
        "zubereitung",
        "materials",
        "what",
        "you",
    }
    heads |= {"notes", "directions", "ll", "step", "need", "before", "begin", "servings", "prep", "cook", "time"}
    lost = words(page.text) - words(" ".join(kept)) - heads
    assert all(word.isdecimal() or word in ("minutes", "mins", "author", "by") for word in lost)


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        (
            "Print on both sides\n\nOpen the file.\nSave\nPrint\nAdvertisement",
            ("Open the file.", "Save", "Print", "Advertisement"),
        ),
        (
            "Turn off the sync\n\nStart > Settings > Accounts\nHome > Sync > Off\nLog in\nSign up for another.",
            ("Start > Settings > Accounts", "Home > Sync > Off", "Log in", "Sign up for another."),
        ),
        (
            "Make a web page legal\n\nWrite these pages:\nPrivacy policy\nTerms of use\nCookie policy",
            ("Privacy policy", "Terms of use", "Cookie policy"),
        ),
        (
            "Plum jam\n\n★★★★★ Anna\n★★★ Ben\n\nStone them.\nBoil.",
            ("★★★★★ Anna", "★★★ Ben", "Stone them.", "Boil."),
        ),
        ("Leg day\n\nSquats\n3x\nPlanks\n2x", ("Squats", "3x", "Planks", "2x")),
        ("Leg day\n\nSquats\n3x 10x\nPlanks\n4x 12x", ("Squats", "3x 10x", "Planks", "4x 12x")),
        (
            "Look after the forum\n\nRead comments\nDelete comments\nFollow us on Mastodon\nReply",
            ("Read comments", "Delete comments", "Follow us on Mastodon", "Reply"),
        ),
    ],
)
def test_words_that_sites_use_too_stay_in_what_a_person_typed(text: str, steps: tuple[str, ...]) -> None:
    read = parse(text)
    assert read.unused == ()
    assert read.procedure.steps[-len(steps) :] == steps or set(steps) <= {
        *read.procedure.steps, *(title for _, title in read.procedure.sections), *read.procedure.notes.split("\n"),
    }  # fmt: skip


def test_marked_lines_stay_on_a_page_whatever_they_say() -> None:
    head = "Home » Office\n\nPrint a letter\n\nSkip to content\n\n"
    read = parse(f"{head}You need:\n- copy\n- share\n\n1. Save\n2. Print\n\nAdvertisement")
    assert (read.procedure.goal, read.procedure.resources) == ("Print a letter", ("copy", "share"))
    assert read.procedure.steps == ("Save", "Print")
    assert read.unused == ("Home » Office", "Skip to content", "Advertisement")


def test_what_tailor_wrote_is_read_again_whatever_its_words() -> None:
    site = ("Skip to content", "Advertisement", "Jump to recipe", "You may also like", "12 Comments", "1x 2x 3x")
    made = replace(
        procedure("Print", site, site, sections=[(2, "Related articles")], notes="\n".join(site)),
        author="Sponsored",
    )
    assert parse(write(made)).procedure == made
    assert parse(write(replace(made, goal="Skip to content"))).procedure.goal == "Skip to content"


def words(text: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", text.casefold()))
