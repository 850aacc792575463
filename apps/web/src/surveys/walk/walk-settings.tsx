import { TRAIT_KEYS, TRAITS } from '@chuma/contract/surveys/eligibility/explain-rule'
import type { WalkedProfile } from '@chuma/contract/surveys/questionnaire/questionnaire-desk'
import { NativeSelect } from '@mantine/core'
import { shownLanguage } from '../../i18n/i18n.ts'
import { nameLanguage } from '../../i18n/name-language.ts'
import { useT } from '../../i18n/use-t.ts'
import classes from './walk.module.css'

type Props = {
  languages: readonly string[]
  language: string
  onLanguage: (language: string) => void
  profile: WalkedProfile
  onProfile: (profile: WalkedProfile) => void
}

/** Who walks the survey: the facts of a profile that its conditions and texts can read, and the language. */
export function WalkSettings({ languages, language, onLanguage, profile, onProfile }: Props) {
  const t = useT()
  const shown = shownLanguage()
  const word = (words: { en: string; sw: string }) => words[shown === 'sw' ? 'sw' : 'en']
  return (
    <fieldset className={classes.settings}>
      <legend>{t('walk.profile')}</legend>
      {languages.length > 1 && (
        <NativeSelect
          label={t('walk.language')}
          data={languages.map((code) => ({ value: code, label: nameLanguage(code) }))}
          value={language}
          onChange={({ currentTarget: { value } }) => onLanguage(value)}
        />
      )}
      {TRAIT_KEYS.map((key) => (
        <NativeSelect
          key={key}
          label={word(TRAITS[key].name)}
          data={[
            { value: '', label: t('walk.notTold') },
            ...TRAITS[key].options.map(({ code, words }) => ({ value: code, label: word(words) })),
          ]}
          value={profile[key] ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onProfile({ ...profile, [key]: value === '' ? undefined : value })
          }
        />
      ))}
    </fieldset>
  )
}
