import { Skeletons } from '../../ui/states/skeletons.tsx'
import classes from './profile-page.module.css'

export function ProfileSkeleton() {
  return (
    <div className={classes.page}>
      <Skeletons count={1} height={170} />
      <Skeletons count={4} height={98} layout="grid" />
      <Skeletons count={2} height={300} />
    </div>
  )
}
