import type { SignedInStaffMember } from '@chuma/contract/admin/staff'
import { useT } from '../../i18n/use-t.ts'
import { Section } from '../../ui/page/section.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { EmailForm } from '../staff/email-form.tsx'

/** The mailbox of the signed-in staff account. */
export function EmailSection({ staff }: { staff: SignedInStaffMember }) {
  const t = useT()
  const { role, email } = staff
  return (
    <Section title={t('staffEmail.title')} text={t('staffEmail.text')}>
      {role === 'owner' && email === null && (
        <Notice title={t('staffEmail.missing')}>{t('staffEmail.missingOwn')}</Notice>
      )}
      <EmailForm key={email} email={email} />
    </Section>
  )
}
