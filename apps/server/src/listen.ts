import type { FastifyInstance } from 'fastify'
import { OperatorError } from './operator/run-command.ts'

/** @throws OperatorError in one line when the address cannot be used */
export async function listen(
  app: FastifyInstance,
  { HOST, PORT }: { HOST: string; PORT: number },
): Promise<void> {
  try {
    await app.listen({ host: HOST, port: PORT, listenTextResolver: () => 'listening' })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') {
      throw new OperatorError(
        `Port ${PORT} is in use. Stop what uses it, or choose another: npm start -- --port 3001`,
      )
    }
    if (code === 'EACCES')
      throw new OperatorError(
        `Port ${PORT} needs privileges. Choose one above 1023: npm start -- --port 3001`,
      )
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new OperatorError(`HOST: ${HOST} is not an address of this machine`)
    throw error
  }
}
