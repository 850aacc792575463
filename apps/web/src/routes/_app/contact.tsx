import { createFileRoute } from '@tanstack/react-router'
import { ContactPage } from '../../inbox/contact/contact-page.tsx'
import { loadContact } from '../../inbox/contact/load-contact.ts'

export const Route = createFileRoute('/_app/contact')({
  loader: loadContact,
  component: ContactPage,
})
