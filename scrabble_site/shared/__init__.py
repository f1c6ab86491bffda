"""Code that both apps use and that depends on neither: numbers, instants and refusals."""
