import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'

/** @throws AppError CLOSED while the installation is being set up, or an owner has closed sign-up */
export async function requireSignUpOpen({ product }: Deps): Promise<void> {
  if (!(await product()).isSignUpOpen) throw new AppError('CLOSED', { what: 'signUp' })
}
