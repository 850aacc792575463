/** Something only the operator can put right. Its message is all he needs; a stack would hide it. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
