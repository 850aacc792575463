import { createFileRoute } from '@tanstack/react-router'
import { RequireMember } from '../../auth/require-member.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Page } from '../../ui/page.tsx'

export const Route = createFileRoute('/_app/withdraw')({ component: WithdrawPage })

function WithdrawPage() {
  const t = useT()
  return <RequireMember>{() => <Page title={t('withdraw.title')}>{null}</Page>}</RequireMember>
}
