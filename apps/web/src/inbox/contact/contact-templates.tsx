import { Input, Notification } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'

const PROBLEMS = {
  name: 'contact.shortName',
  email: 'contact.badEmail',
  subject: 'contact.shortSubject',
  message: 'contact.shortMessage',
} as const

/** What the static page's script shows when it is needed (`site/islands/watch-form.ts`). */
export function ContactTemplates() {
  const t = useT()
  const toast = {
    tabIndex: -1,
    closeButtonProps: { size: 44, 'aria-label': t('toast.close') },
    style: { minHeight: 'min-content', touchAction: 'pan-y' },
  }
  return (
    <>
      {Object.entries(PROBLEMS).map(([field, problem]) => (
        <template key={field} data-problem={field}>
          <Input.Error size="md">{t(problem)}</Input.Error>
        </template>
      ))}
      <template data-toast="sent">
        <Notification {...toast} color="leaf" title={t('contact.sentTitle')}>
          {t('contact.sent')}
        </Notification>
      </template>
      <template data-toast="failed">
        <Notification {...toast} color="red" title={t('contact.failedTitle')}>
          {t('contact.failed')}
        </Notification>
      </template>
    </>
  )
}
