import { IconMenu2, IconX } from '@tabler/icons-react'
import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { memo, type ReactNode, useEffect, useState } from 'react'
import { chooseLanguage, LANGUAGES, type Language, shownLanguage } from '../i18n/i18n.ts'
import { useT } from '../i18n/use-t.ts'
import { brandName } from '../site/from-server.ts'
import { LinkButton } from '../ui/actions/buttons.tsx'
import { useInvite } from './page-search.ts'
import classes from './top-navigation.module.css'

type Target = NonNullable<LinkProps['to']>
export type NavigationLink = {
  to: Target
  label:
    | 'nav.home'
    | 'word.dashboard'
    | 'word.surveys'
    | 'word.withdraw'
    | 'nav.admin'
    | 'nav.about'
    | 'nav.contact'
  /** A phone has it in the tab bar. */
  isTab?: boolean
}

type Props = {
  links: NavigationLink[]
  /** Switches the language. */
  language: ReactNode
  /** The right end: Login and Sign Up, or the member and Logout. */
  account: ReactNode
}

/** The bar at the top of every page. On phones and small tablets everything except the name folds into a menu. */
export const TopNavigation = memo(function TopNavigation({ links, language, account }: Props) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const { pathname } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a page closes the menu
  useEffect(() => setOpen(false), [pathname])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: someone who tabs on to the page must see what the menu covers
    <header
      className={classes.header}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <div className={classes.bar}>
        <Link to="/" className={classes.brand} aria-label={brandName}>
          <img src="/favicon.svg" alt="" width={28} height={28} />
          <span>{brandName}</span>
        </Link>
        <button
          type="button"
          className={classes.burger}
          onClick={() => setOpen(!isOpen)}
          aria-expanded={isOpen}
          aria-controls="main-menu"
          aria-label={t(isOpen ? 'nav.close' : 'nav.open')}
          data-label-open={t('nav.close')}
          data-label-closed={t('nav.open')}
        >
          <IconX aria-hidden className={classes.whenOpen} />
          <IconMenu2 aria-hidden className={classes.whenClosed} />
        </button>
        <nav id="main-menu" className={classes.menu} data-open={isOpen} aria-label={t('nav.label')}>
          <ul className={classes.links}>
            {links.map(({ to, label, isTab }) => (
              <li key={to} data-tab={isTab || undefined}>
                <Link
                  to={to}
                  className={classes.link}
                  activeOptions={{ exact: to === '/', includeSearch: false }}
                >
                  {t(label)}
                </Link>
              </li>
            ))}
          </ul>
          <div className={classes.language}>{language}</div>
          <div className={classes.account}>{account}</div>
        </nav>
      </div>
    </header>
  )
})

/** The right end of the navigation for visitors. */
export function VisitorAccount() {
  const t = useT()
  const invite = useInvite()
  return (
    <>
      <LinkButton variant="subtle" to="/login" search={invite}>
        {t('word.login')}
      </LinkButton>
      <LinkButton to="/signup" search={invite}>
        {t('word.signUp')}
      </LinkButton>
    </>
  )
}

type SwitchProps = {
  /** Once its messages are shown. */
  onChosen?: (language: Language) => void
}

/** Switches the language of this device. A member's account follows once they are signed in. */
export function LanguageSwitch({ onChosen }: SwitchProps) {
  const t = useT()
  const [hasFailed, setFailed] = useState(false)
  const shown = shownLanguage()
  const choose = (language: Language) => {
    setFailed(false)
    chooseLanguage(language).then(
      () => onChosen?.(language),
      () => setFailed(true),
    )
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
          <span className={classes.whole}>{t(`language.${language}`)}</span>
          <span className={classes.code} aria-hidden>
            {language.toUpperCase()}
          </span>
        </button>
      ))}
      {hasFailed && <span role="alert">{t('state.failedText')}</span>}
    </fieldset>
  )
}
