/** Read the cursor of the next page: the answer's own, or the id of its last row. */
export function readCursor(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return undefined
  if ('after' in answer && typeof answer.after === 'string') return answer.after
  if ('next' in answer && typeof answer.next === 'string') return answer.next
  const rows: unknown = Array.isArray(answer) ? answer : Object.values(answer).find(Array.isArray)
  const last: unknown = Array.isArray(rows) ? rows.at(-1) : undefined
  if (typeof last !== 'object' || last === null) return undefined
  return 'id' in last ? last.id : 'day' in last ? last.day : undefined
}
