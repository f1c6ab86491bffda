"""Two worlds that differ only in what a viewer may not know look the same to that viewer."""
