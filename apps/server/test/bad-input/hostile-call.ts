export type HostileCall = {
  who?: 'member' | 'owner'
  method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  path: string
  /** Fields that stand in the path over REST. */
  inPath?: Record<string, unknown>
  body: Record<string, unknown>
  /** Values that are wrong for one field only, beside those that are wrong for every field. */
  wrong: Record<string, unknown[]>
  optional?: string[]
  /** Fields that hold a whole file, whose rows are judged once it is read. */
  files?: string[]
}
