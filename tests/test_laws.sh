#!/bin/bash
# Every law on every pair and both paths: `slp check`, its lines as TAP.
exec "$SLP" check --tap
