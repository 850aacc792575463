import { about } from '../../messages/en/about.ts'
import { auth } from '../../messages/en/auth.ts'
import { contact } from '../../messages/en/contact.ts'
import { landing } from '../../messages/en/landing.ts'
import { passkeys } from '../../messages/en/passkeys.ts'
import { privacy } from '../../messages/en/privacy.ts'
import { security } from '../../messages/en/security.ts'
import { terms } from '../../messages/en/terms.ts'
import { transparency } from '../../messages/en/transparency.ts'

/** The public pages, log-in and sign-up. */
export const visitor = {
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
