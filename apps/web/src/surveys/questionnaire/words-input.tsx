import { TextInput } from '@mantine/core'

type Words = Record<string, string>
type Props = {
  label: string
  words: Words | undefined
  languages: readonly string[]
  onChange: (words: Words) => void
  max: number
}

/** One text in each language of the questionnaire. An empty translation is a missing one. */
export function WordsInput({ label, words = {}, languages, onChange, max }: Props) {
  return languages.map((language) => (
    <TextInput
      key={language}
      label={languages.length > 1 ? `${label} (${language})` : label}
      maxLength={max}
      value={words[language] ?? ''}
      onChange={({ currentTarget: { value } }) => {
        const { [language]: _, ...others } = words
        onChange(value === '' && language !== 'en' ? others : { ...others, [language]: value })
      }}
    />
  ))
}
