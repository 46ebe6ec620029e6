"""What results say: sequential tests, ratings."""
