import type { SurveyResults } from '@chuma/contract/surveys/results'
import { TRAITS } from '@chuma/contract/surveys/traits'
import { NativeSelect } from '@mantine/core'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { useT } from '../../i18n/use-t.ts'

type Props = {
  groups: SurveyResults['groups']
  /** `sex=female`; empty for everyone. */
  value: string
  onChange: (value: string) => void
}

const isOpen = ({ codes }: SurveyResults['groups'][number]) => codes.some(({ people }) => people !== null)

/** Chooses people by what they had told about themselves. Groups of few people are not offered. */
export function GroupSelect({ groups, value, onChange }: Props) {
  const t = useT()
  const language = useLanguage()
  return (
    <NativeSelect
      label={t('results.group')}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value="">{t('results.everyone')}</option>
      {groups.filter(isOpen).map(({ trait, codes }) => (
        <optgroup key={trait} label={TRAITS[trait].name[language]}>
          {codes
            .filter(({ people }) => people !== null)
            .map(({ code, people }) => (
              <option key={code} value={`${trait}=${code}`}>
                {TRAITS[trait].options.find((each) => each.code === code)?.words[language] ?? code} ({people})
              </option>
            ))}
        </optgroup>
      ))}
    </NativeSelect>
  )
}
