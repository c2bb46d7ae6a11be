"""CSV to JSON Lines by Polars, streamed, every field as text: polars_to_jsonl.py IN OUT."""

import sys

import polars

polars.scan_csv(sys.argv[1], infer_schema=False).sink_ndjson(sys.argv[2])
