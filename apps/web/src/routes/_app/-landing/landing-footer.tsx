import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { brandName } from '../../../brand.ts'
import { useT } from '../../../i18n/use-t.ts'
import classes from './landing-footer.module.css'

export function LandingFooter() {
  const t = useT()
  return (
    <footer className={classes.band}>
      <div className={classes.footer}>
        <div>
          <Text fw={800} fz="lg">
            {brandName}
          </Text>
          <Text c="dimmed">{t('landing.footerText')}</Text>
        </div>
        <nav aria-label={t('landing.footerNav')}>
          <Text component="h2" fw={600} fz="md">
            {t('landing.footerPlatform')}
          </Text>
          <ul className={classes.links}>
            <li>
              <a href="#how-it-works" className={classes.link}>
                {t('landing.how')}
              </a>
            </li>
            <li>
              <Link to="/signup" className={classes.link}>
                {t('nav.signup')}
              </Link>
            </li>
            <li>
              <Link to="/login" className={classes.link}>
                {t('nav.login')}
              </Link>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  )
}
