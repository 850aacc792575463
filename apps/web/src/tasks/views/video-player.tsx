import classes from './video-player.module.css'

const PLAYER = 'https://www.youtube-nocookie.com/embed'

/** The player runs in a frame that can neither leave its place nor reach this page. */
export function VideoPlayer({ videoId, title }: { videoId: string; title: string }) {
  return (
    <iframe
      className={classes.player}
      src={`${PLAYER}/${encodeURIComponent(videoId)}`}
      title={title}
      sandbox="allow-scripts allow-same-origin allow-presentation"
      allow="encrypted-media; fullscreen; picture-in-picture"
      // This site sends no referrer; the player refuses (error 153) to run where it is told none. It learns the site, not the page.
      referrerPolicy="strict-origin-when-cross-origin"
    />
  )
}
