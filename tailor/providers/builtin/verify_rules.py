"""stub"""
from tailor.core.tasks import Task
from tailor.providers.builtin.sheet import Sheet
def look_over(sheet: Sheet, task: Task) -> None:
    """stub"""
