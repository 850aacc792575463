import { type AttributeKey, PROFILE_ATTRIBUTES } from '@chuma/contract/profile/profile-attributes'
import { traitOf } from '@chuma/contract/surveys/traits'
import { useLanguage } from '../i18n/language-provider.tsx'
import { useT } from '../i18n/use-t.ts'
import blocks from '../ui/blocks.module.css'
import classes from './profile.module.css'

/** What an answer is for, how long it counts, and whether it is sensitive. */
export function WhyAsked({ attribute }: { attribute: AttributeKey }) {
  const t = useT()
  const language = useLanguage()
  const { purpose, months, isSpecial } = PROFILE_ATTRIBUTES[attribute]
  return (
    <details className={classes.why}>
      <summary className={blocks.link}>{t('aboutYou.why')}</summary>
      <p className={blocks.quiet}>
        {purpose[language]} {t('aboutYou.kept', { months })} {traitOf(attribute) && t('aboutYou.counted')}{' '}
        {isSpecial && t('aboutYou.special')}
      </p>
    </details>
  )
}
