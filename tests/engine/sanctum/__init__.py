"""Tests of Sanctum's tracker."""
