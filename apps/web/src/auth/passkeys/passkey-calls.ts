import type {
  ConfirmedPasskey,
  ConfirmPasskeyInput,
  Passkey,
  PasskeyOffer,
} from '@chuma/contract/auth/passkeys'
import type { ComponentProps } from 'react'
import type { QueryView } from '../../ui/states/query-view.tsx'

/** The calls about the passkeys of one kind of account. */
export type PasskeyCalls = {
  /** `required`: a passkey logs in with nothing typed. */
  residentKey: 'required' | 'preferred'
  list: ComponentProps<typeof QueryView<Passkey[]>>['query']
  start: (input: { password: string }) => Promise<PasskeyOffer>
  confirm: (input: ConfirmPasskeyInput) => Promise<ConfirmedPasskey>
  /** `password`: of members. Staff prove who they are before. */
  remove: (input: { id: string; password: string }) => Promise<Passkey>
  refresh: () => Promise<void>
  showFailure: (error: unknown) => void
}
