// What the frame fetches for everybody who is logged in, as one file.
export { UserNews } from './user-news.tsx'
export { LiveCount } from '../notifications/live-count.tsx'
