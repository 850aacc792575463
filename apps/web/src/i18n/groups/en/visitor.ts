import { auth } from '../../messages/en/auth.ts'
import { contact, transparency } from '../../messages/en/contact.ts'
import { site } from '../../messages/en/site.ts'

/** The public pages, log-in and sign-up. */
export const visitor = { ...auth, ...contact, ...transparency, ...site }
