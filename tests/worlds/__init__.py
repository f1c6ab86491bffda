"""Two worlds that differ in nothing a viewer may know look the same to that viewer."""
