export type HostileCall = {
  who?: 'member' | 'owner' | 'client'
  method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  path: string
  /** Fields that are in the path over REST. */
  inPath?: Record<string, unknown>
  body: Record<string, unknown>
  /** Wrong values for each field, beside those that are wrong for every field. */
  wrong: Record<string, unknown[]>
  optional?: string[]
  /** Fields that hold a whole file, whose rows are checked after it is parsed. */
  files?: string[]
}
