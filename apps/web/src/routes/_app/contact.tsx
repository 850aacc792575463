import { createFileRoute } from '@tanstack/react-router'
import { loadForAnyone } from '../../app/load.ts'
import { ContactPage } from '../../inbox/contact/contact-page.tsx'

export const Route = createFileRoute('/_app/contact')({
  loader: (loading) =>
    loadForAnyone(loading, ({ inbox, wallet }) => [
      inbox.getContactDetails.prefetch(),
      wallet.getTerms.prefetch(),
    ]),
  component: ContactPage,
})
