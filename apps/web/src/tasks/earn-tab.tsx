import { OffersSection } from './offers-section.tsx'
import classes from './task-section.module.css'
import { AdsSection } from './views/ads-section.tsx'
import { VideosSection } from './views/videos-section.tsx'

/** The tasks that are watched or visited. */
export function EarnTab({ isPremium }: { isPremium: boolean }) {
  return (
    <div className={classes.sections}>
      <VideosSection isPremium={isPremium} />
      <AdsSection isPremium={isPremium} />
      <OffersSection />
    </div>
  )
}
