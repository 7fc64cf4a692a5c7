// Runs the queries on standard input, a list of texts in JSON, and prints the rows of each.
import { readFileSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'

const db = await (await DuckDBInstance.create(':memory:')).connect()
const results = []
for (const query of JSON.parse(readFileSync(0, 'utf8'))) {
  results.push((await db.runAndReadAll(query)).getRowsJS())
}
console.log(JSON.stringify(results, (_, v) => (typeof v === 'bigint' ? Number(v) : v)))
