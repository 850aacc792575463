import lost from '../art/lost.svg'
import { useT } from '../i18n/use-t.ts'
import { LinkButton } from '../ui/actions/buttons.tsx'
import { useHeadingFocus, usePageTitle } from '../ui/page/status-screens.tsx'
import { Drawing } from '../ui/states/drawing.tsx'
import classes from './not-found-page.module.css'
import { TakenOver } from './take-over.ts'

export function NotFoundPage() {
  const t = useT()
  const heading = useHeadingFocus()
  usePageTitle(t('notFound.title'))
  return (
    <div className={classes.page}>
      <Drawing src={lost} size="scene" />
      <h1 ref={heading} className={classes.title} tabIndex={-1}>
        {t('notFound.title')}
      </h1>
      <p className={classes.text}>{t('notFound.text')}</p>
      <LinkButton to="/">{t('notFound.home')}</LinkButton>
      <TakenOver />
    </div>
  )
}
