import { index, layout, prefix, route, type RouteConfig } from '@react-router/dev/routes'

// Every address of the site, and who may enter.
export default [
  route('install', 'routes/install/install.tsx'),

  layout('guards/private-site.tsx', [
    index('routes/questions/list.tsx', { id: 'home' }),
    route('questions', 'routes/questions/list.tsx'),
    route('questions/linked/:questionId', 'routes/questions/linked.tsx'),
    layout('guards/activated.tsx', { id: 'activated' }, [
      route('questions/ask', 'routes/questions/ask.tsx'),
      route('posts/:questionId/edit', 'routes/questions/edit.tsx'),
      route('posts/:questionId/:answerId/edit', 'routes/questions/edit-answer.tsx'),
      route('posts/:questionId/state/:act', 'routes/questions/state.tsx'),
      route('posts/:questionId/:answerId/state/:act', 'routes/questions/state.tsx', { id: 'answer-state' }),
      route('tags/:tagId/edit', 'routes/tags/edit.tsx'),
      route('suggestions/:objectId', 'routes/revisions/suggestion.tsx'),
      route('report/:objectId', 'routes/review/flag.tsx'),
      route('review', 'routes/review/review.tsx'),
      route('review/flags/:flagId/edit', 'routes/review/edit-flagged.tsx'),
    ]),
    layout('guards/logged-in.tsx', { id: 'logged-in' }, [
      route('posts/:questionId/timeline', 'routes/revisions/timeline.tsx'),
      route('posts/:questionId/:answerId/timeline', 'routes/revisions/timeline.tsx', { id: 'answer-timeline' }),
      route('tags/:tagId/timeline', 'routes/revisions/timeline.tsx', { id: 'tag-timeline' }),
      route('users/settings/:tab?', 'routes/settings/settings.tsx'),
      route('users/notifications/:type/:subType?', 'routes/users/notifications.tsx'),
    ]),
    route('posts/:questionId/revisions', 'routes/revisions/history.tsx'),
    route('posts/:questionId/:answerId/revisions', 'routes/revisions/history.tsx', { id: 'answer-history' }),
    route('tags/:tagId/revisions', 'routes/revisions/history.tsx', { id: 'tag-history' }),
    route('questions/:questionId/:slug?/:answerId?', 'routes/questions/question.tsx'),
    route('search', 'routes/search/search.tsx'),
    route('tags', 'routes/tags/list.tsx'),
    layout('guards/moderator.tsx', { id: 'moderator' }, [route('tags/create', 'routes/tags/create.tsx')]),
    route('tags/:tagName', 'routes/tags/tag.tsx'),
    route('tags/:tagName/info', 'routes/tags/info.tsx'),
    route('users', 'routes/users/list.tsx'),
    route('users/:username/:tab?', 'routes/users/profile.tsx'),
    route('badges', 'routes/badges/list.tsx'),
    route('badges/:badgeId', 'routes/badges/badge.tsx'),
    route('tos', 'routes/legal/legal.tsx', { id: 'tos' }),
    route('privacy', 'routes/legal/legal.tsx', { id: 'privacy' }),
  ]),

  ...prefix('users', [
    layout('guards/logged-out.tsx', [
      route('account-suspended', 'routes/account/suspended.tsx'),
      layout('guards/user-center.tsx', [
        route('login', 'routes/account/login.tsx'),
        layout('guards/registration-open.tsx', [route('register', 'routes/account/register.tsx')]),
      ]),
    ]),
    route('logout', 'routes/account/logout.tsx'),
    route('account-recovery', 'routes/account/recovery.tsx'),
    route('password-reset', 'routes/account/password-reset.tsx'),
    layout('guards/logged-in.tsx', { id: 'logged-in-account' }, [
      route('change-email', 'routes/account/change-email.tsx'),
      route('delete-account', 'routes/account/delete-account.tsx'),
    ]),
    layout('guards/not-activated.tsx', [
      route('account-activation', 'routes/account/activation.tsx'),
      route('account-activation/failed', 'routes/account/activation-failed.tsx'),
    ]),
    layout('guards/activated.tsx', { id: 'activated-account' }, [
      route('account-activation/success', 'routes/account/activated.tsx'),
    ]),
    route('confirm-new-email', 'routes/account/confirm-new-email.tsx'),
    route('confirm-email', 'routes/account/confirm-email.tsx'),
    route('auth-landing', 'routes/account/auth-landing.tsx'),
    route('unsubscribe', 'routes/account/unsubscribe.tsx'),
  ]),
  ...prefix('user-center', [
    layout('guards/logged-out.tsx', { id: 'user-center-logged-out' }, [
      route('auth/:provider?', 'routes/account/user-center-auth.tsx'),
    ]),
    route('auth-failed', 'routes/account/user-center-failed.tsx'),
  ]),

  layout('guards/admin.tsx', [
    ...prefix('admin', [
      layout('routes/admin/frame.tsx', [
        index('routes/admin/dashboard.tsx'),
        route('dashboard', 'routes/admin/dashboard.tsx', { id: 'dashboard' }),
        route('answers', 'routes/admin/answers.tsx'),
        route('questions', 'routes/admin/questions.tsx', { id: 'admin-questions' }),
        route('users', 'routes/admin/users.tsx'),
        route('users/settings', 'routes/admin/profiles.tsx'),
        route('users/:userId', 'routes/admin/user.tsx'),
        route('themes', 'routes/admin/later.tsx', { id: 'admin-themes' }),
        route('customize', 'routes/admin/later.tsx', { id: 'admin-customize' }),
        route('general', 'routes/admin/general.tsx'),
        route('interface', 'routes/admin/later.tsx', { id: 'admin-interface' }),
        route('smtp', 'routes/admin/smtp.tsx'),
        route('branding', 'routes/admin/later.tsx', { id: 'admin-branding' }),
        route('legal', 'routes/admin/later.tsx', { id: 'admin-legal' }),
        route('write', 'routes/admin/write.tsx'),
        route('seo', 'routes/admin/later.tsx', { id: 'admin-seo' }),
        route('login', 'routes/admin/login.tsx', { id: 'admin-login' }),
        route('privileges', 'routes/admin/privileges.tsx'),
        route('review', 'routes/admin/review.tsx', { id: 'admin-review' }),
        route('installed-plugins', 'routes/admin/plugins.tsx'),
        route('badges', 'routes/admin/later.tsx', { id: 'admin-badges' }),
        route(':pluginSlug', 'routes/admin/plugin.tsx'),
      ]),
    ]),
  ]),

  route('preferences', 'routes/preferences.tsx'),
  route('maintenance', 'routes/errors/maintenance.tsx'),
  route('403', 'routes/errors/forbidden.tsx'),
  route('50x', 'routes/errors/server-fault.tsx'),
  route('*', 'routes/errors/not-found.tsx'),
] satisfies RouteConfig
