"""What people see of each other: ``access`` decides, the others gather what is shown."""
