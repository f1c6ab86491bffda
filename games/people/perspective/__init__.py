"""What people see of each other. ``visibility`` decides who may see what; the other modules build
what is shown."""
