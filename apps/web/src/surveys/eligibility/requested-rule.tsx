import { formatUsd } from '@chuma/contract/format-money'
import { ruleAfter, ruleBefore } from '@chuma/contract/surveys/eligibility/eligibility'
import { explainRule } from '@chuma/contract/surveys/eligibility/explain-rule'
import type { ReactNode } from 'react'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { FewMembers } from './few-members.tsx'

type Props = { before: unknown; after: unknown; fallback: ReactNode }

/** Which survey it is, who can take it, who could then, and how many members that would be. `fallback`: for a rule of another version. */
export function RequestedRule({ before, after, fallback }: Props) {
  const t = useT()
  const language = useLanguage()
  const [old, asked] = [ruleBefore.safeParse(before), ruleAfter.safeParse(after)]
  if (!old.success || !asked.success) return fallback
  const { title, reward, members } = asked.data
  return (
    <>
      <p className={blocks.flush}>{t('audience.survey', { title, reward: formatUsd(reward) })}</p>
      <p className={blocks.quiet}>{t('audience.before', { rule: explainRule(old.data.rule, language) })}</p>
      <p className={blocks.flush}>
        {t('audience.after', { rule: explainRule(asked.data.rule, language) })}{' '}
        <FewMembers members={members} />
      </p>
    </>
  )
}
