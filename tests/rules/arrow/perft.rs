//! How many ways a game can go.
