import { AdminFrame } from '../admin/frame/admin-frame.tsx'
import { useT } from '../i18n/use-t.ts'
import type { InboxPlace } from './inbox-place.ts'
import { InboxSection } from './inbox-section.tsx'
import { MessageSection } from './message-section.tsx'
import { TemplatesSection } from './templates-section.tsx'

/** Messages from the contact form, and our answers. */
export function InboxPage({ message, templates }: InboxPlace) {
  const t = useT()
  return (
    <AdminFrame title={t('inbox.title')} needs="contact:read">
      {({ permissions }) => {
        const mayAnswer = permissions.includes('contact:answer')
        if (templates) return <TemplatesSection mayEdit={mayAnswer} />
        return message ? (
          <MessageSection key={message} id={message} mayAnswer={mayAnswer} />
        ) : (
          <InboxSection />
        )
      }}
    </AdminFrame>
  )
}
