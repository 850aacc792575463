import { NativeSelect } from '@mantine/core'
import { shownLanguage } from '../../i18n/choose-language.ts'
import { useT } from '../../i18n/use-t.ts'

type Props = {
  languages: readonly string[]
  language: string | undefined
  onChoose: (language: string) => void
}

/** The languages of a questionnaire, each in its own words. */
export function LanguagePicker({ languages, language, onChoose }: Props) {
  const t = useT()
  if (languages.length < 2) return null
  const shown = languages.includes(shownLanguage()) ? shownLanguage() : 'en'
  return (
    <NativeSelect
      label={t('run.language')}
      mb="md"
      value={language ?? shown}
      data={languages.map((code) => ({ value: code, label: nameLanguage(code) }))}
      onChange={({ currentTarget: { value } }) => onChoose(value)}
    />
  )
}

const nameLanguage = (code: string) =>
  new Intl.DisplayNames([code, 'en'], { type: 'language' }).of(code) ?? code
