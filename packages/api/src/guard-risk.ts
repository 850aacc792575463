import { requireStepUp } from '@chuma/core/auth/step-up/proof'
import type { Caller } from '@chuma/core/caller'
import type { Meta } from './meta.ts'

type Declared = { risk?: Meta['risk'] | undefined; provedBy?: Meta['provedBy'] | undefined }

/** Refuse a critical call whose session gave no proof minutes ago. Throws like `requireStepUp`. */
export function guardRisk(caller: Caller, { risk, provedBy }: Declared = {}): void {
  if (risk !== 'critical' || provedBy === 'input') return
  if (provedBy === 'key' && caller.apiKey) return
  requireStepUp(caller)
}
