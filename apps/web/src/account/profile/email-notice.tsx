import type { EditableUser } from '@chuma/contract/account/profile'
import { Button } from '@mantine/core'
import { useResendVerification } from '../../auth/links/use-resend-verification.ts'
import { useT } from '../../i18n/use-t.ts'
import { Notice } from '../../ui/states/notice.tsx'

type Props = { user: Pick<EditableUser, 'email' | 'pendingEmail' | 'isEmailVerified'> }

/** What the member still has to do about their email address: confirm a new one, or the one they signed up with. */
export function EmailNotice({ user: { email, pendingEmail, isEmailVerified } }: Props) {
  const t = useT()
  const resend = useResendVerification()
  if (pendingEmail !== null) {
    return <Notice title={t('profile.pendingTitle')}>{t('profile.pending', { pendingEmail, email })}</Notice>
  }
  if (isEmailVerified) return null
  return (
    <Notice
      title={t('profile.unverifiedTitle')}
      action={
        <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate({ email })}>
          {t('verify.submit')}
        </Button>
      }
    >
      {t('profile.unverified', { email })}
    </Notice>
  )
}
