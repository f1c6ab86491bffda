"""Tokens, the programs that play by them, and what such a program does about rooms."""
