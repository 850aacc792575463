import { createFileRoute } from '@tanstack/react-router'
import { ContactPage, loadContact } from '../../inbox/contact/contact-page.tsx'

export const Route = createFileRoute('/_app/contact')({
  loader: loadContact,
  component: ContactPage,
})
