import {
  IconBrandYoutube,
  IconClick,
  IconClipboardList,
  IconHelpHexagon,
  IconShare,
  IconWheel,
} from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { earningMethods } from '../marketing.ts'
import classes from './earning-methods.module.css'
import section from './section.module.css'

const ICONS = {
  surveys: IconClipboardList,
  videos: IconBrandYoutube,
  quiz: IconHelpHexagon,
  wheel: IconWheel,
  social: IconShare,
  ads: IconClick,
}

/** The ways to earn, and which of them need premium. */
export function EarningMethods() {
  const t = useT()
  return (
    <section className={section.section} aria-labelledby="methods-title">
      <h2 id="methods-title" className={section.title}>
        {t('landing.methodsTitle')}
      </h2>
      <ul className={`${section.cards} ${classes.threes}`}>
        {earningMethods.map(({ name, points, reward, isPremium }) => {
          const Icon = ICONS[name]
          return (
            <li key={name} className={classes.card}>
              <div className={classes.head}>
                <Icon aria-hidden size={28} stroke={1.75} className={classes.icon} />
                <span className={classes.tag} data-premium={isPremium}>
                  {t(isPremium ? 'landing.premium' : 'landing.free')}
                </span>
              </div>
              <h3>{t(`landing.method.${name}.title`)}</h3>
              <strong className={classes.points} data-figure={points}>
                {t('landing.points', { points })}
              </strong>
              <span className={classes.reward} data-figure={reward}>
                {t(`landing.method.${name}.reward`, { reward })}
              </span>
              <p className={classes.text}>{t(`landing.method.${name}.text`)}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
