import { about } from '../../messages/sw/about.ts'
import { auth } from '../../messages/sw/auth.ts'
import { contact } from '../../messages/sw/contact.ts'
import { landing } from '../../messages/sw/landing.ts'
import { passkeys } from '../../messages/sw/passkeys.ts'
import { privacy } from '../../messages/sw/privacy.ts'
import { security } from '../../messages/sw/security.ts'
import { terms } from '../../messages/sw/terms.ts'
import { transparency } from '../../messages/sw/transparency.ts'
import type { Translation } from '../../messages/translation.ts'
import type { visitor as english } from '../en/visitor.ts'

export const visitor: Translation<typeof english> = {
  ...about,
  ...auth,
  ...contact,
  ...landing,
  ...passkeys,
  ...privacy,
  ...security,
  ...terms,
  ...transparency,
}
