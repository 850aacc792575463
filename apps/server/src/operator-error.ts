/** An error that only the operator can fix. Its message is all they need; a stack would hide it. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
