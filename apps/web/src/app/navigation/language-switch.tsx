import { useState } from 'react'
import { chooseLanguage, shownLanguage } from '../../i18n/choose-language.ts'
import { LANGUAGES, type Language } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import classes from './language-switch.module.css'

/** Switches the language of this device. A member's account follows once they are signed in. */
export function LanguageSwitch() {
  const t = useT()
  const [hasFailed, setFailed] = useState(false)
  const shown = shownLanguage()
  const choose = (language: Language) => {
    setFailed(false)
    chooseLanguage(language).catch(() => setFailed(true))
  }
  return (
    <fieldset className={classes.group} aria-label={t('language.label')} data-failed={t('state.failedText')}>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === shown}
          className={classes.option}
          onClick={() => choose(language)}
        >
          {t(`language.${language}`)}
        </button>
      ))}
      {hasFailed && <span role="alert">{t('state.failedText')}</span>}
    </fieldset>
  )
}
