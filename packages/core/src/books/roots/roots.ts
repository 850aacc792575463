/** Where the daily roots of the books go: outside the database, which they protect. */
export type Roots = {
  /** Keep a root under its day. A repeat with the same document changes nothing; another document is kept beside it. */
  keep: (day: string, document: string) => Promise<void>
}
