import { auth } from '../../messages/sw/auth.ts'
import { contact, transparency } from '../../messages/sw/contact.ts'
import { site } from '../../messages/sw/site.ts'

/** The public pages, log-in and sign-up. */
export const visitor = { ...auth, ...contact, ...transparency, ...site }
