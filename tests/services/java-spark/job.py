"""Audits a line for each exchange on Apache Spark: job.py SOURCE RESULTS PARTITIONS COMMAND...

Each partition goes through a filter of its own. `checkCode` is on, or a filter that dies would end its partition in silence, and the job would say that all is well.
The closing records are the proof: together they have counted every line of the source.
"""
import shlex
import sys

from pyspark.sql import SparkSession
from pyspark.sql.functions import get_json_object, sum as total

source, results, partitions, *command = sys.argv[1:]
spark = SparkSession.builder.appName("rethought").getOrCreate()
spark.sparkContext.textFile(source, int(partitions)).pipe(shlex.join(command), checkCode=True).saveAsTextFile(results)

lines = spark.read.text(source).count()
ends = spark.read.text(results).where('value LIKE \'{"rethought":"end"%\'')
counted = ends.select(total(get_json_object("value", "$.lines").cast("long"))).first()[0]
if counted != lines:
    sys.exit(f"{lines} lines went in, and the filters have counted {counted}")
print(f"{lines} lines audited")
spark.stop()
