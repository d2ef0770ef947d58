// Who gets what: every call of the contract, nine kinds of people. Before the stroke on a public site, behind it on a private one.
// answers.ts says which replies the words stand for. Where a call can be made about different things there is a row for each.
// The author is who wrote the thing that the call is about; the privileged have reputation for everything that reputation opens.

//                        nobody  inactive     member    author    privileged moderator admin    suspended deleted
const everyone = ' ok      ok           ok        ok        ok        ok        ok        suspended ok     '
const readers = ' ok/401  ok/inactive  ok        ok        ok        ok        ok        suspended 401    '
const loggedIn = ' 401     ok           ok        ok        ok        ok        ok        suspended 401    '
const loggedInReaders = ' 401     ok/inactive  ok        ok        ok        ok        ok        suspended 401    '
const activated = ' 401     inactive     ok        ok        ok        ok        ok        suspended 401    '
const staff = ' 401     inactive     role      role      role      ok        ok        suspended 401    '
const admins = ' 401     inactive     role      role      role      role      ok        suspended 401    '
const byRole = ' 401     inactive     unmet     unmet     unmet     ok        ok        suspended 401    '
const installed = ' over    over         over      over      over      over      over      over      over   '

export const table = {
  // the wizard: over once there is a site
  installLanguageOptions: installed,
  installLanguageWords: installed,
  checkConfigFile: installed,
  checkDatabase: installed,
  writeConfigFile: installed,
  createSite: installed,

  // what a client needs to start
  siteInfo: everyone,
  legalText: everyone,
  languageWords: everyone,
  languageOptions: everyone,
  pluginStatus: everyone,
  embedConfig: everyone,
  renderConfig: everyone,
  userCenterAgent: everyone,
  userCenterSettings: loggedIn,
  personalBranding: readers,
  userCenterRights: admins,
  connectors: everyone,
  searchEngine: everyone,
  actionRecord: everyone,
  reasons: loggedInReaders,
  staffReasons: staff,
  siteLanguageOptions: admins,

  // accounts
  registerByEmail: everyone,
  logInByEmail: everyone,
  verifyEmail: everyone,
  requestPasswordReset: everyone,
  replacePassword: everyone,
  // who has deleted their account and still holds its token is told so
  currentUser: ' ok      ok           ok        ok        ok        ok        ok        suspended 401    ',
  logOut: ' 401     ok           ok        ok        ok        ok        ok        ok        401    ',
  sendVerification: ' 401     ok           verified  verified  verified  verified  verified  suspended 401    ',
  sessions: loggedIn,
  endSession: ' 401     404          404       404       404       404       404       suspended 401    ',
  endOtherSessions: loggedIn,
  finishLogIn: everyone,
  passkeyLogInOptions: everyone,
  logInWithPasskey: everyone,
  secondFactors: loggedIn,
  beginOneTimePassword: activated,
  confirmOneTimePassword: activated,
  removeOneTimePassword: activated,
  passkeyOptions: activated,
  addPasskey: activated,
  removePasskey: activated,
  renewRecoveryCodes: activated,
  takeOffFactors: admins,
  memberPlugins: loggedIn,
  memberPluginConfig: loggedIn,
  saveMemberPluginConfig: ' 401     404          404       404       404       404       404       suspended 401    ',
  ownLogins: loggedIn,
  unbindLogin: activated,
  pendingLogin: everyone,
  bindByEmail: everyone,
  bindByCode: everyone,
  apiTokens: loggedIn,
  makeApiToken: activated,
  'makeApiToken: for staff': ' 401  inactive     bad       bad       bad       ok        ok        suspended 401    ',
  endApiToken: ' 401     404          404       404       404       404       404       suspended 401    ',
  changePassword: loggedIn,
  requestEmailChange: loggedIn,
  changeEmail: everyone,
  suspension: everyone,
  deleteOwnAccount: loggedIn,
  mailChoices: loggedIn,
  saveMailChoices: loggedIn,
  unsubscribe: everyone,
  unsentMails: admins,
  sendUnsentMails: admins,
  saveProfile: activated,
  saveInterface: loggedIn,
  searchUsers: loggedInReaders,
  ranking: readers,
  staff: readers,
  permission: activated,

  // profiles
  profile: readers,
  topPosts: readers,
  profileQuestions: readers,
  profileAnswers: readers,
  profileComments: readers,
  profileReputation: readers,
  ownVotes: loggedIn,

  // questions
  questionInfo: readers,
  'questionInfo: deleted': ' 404/401 404/inactive 404       ok        404       ok        ok        suspended 401    ',
  questionPage: readers,
  recommendedQuestions: loggedInReaders,
  similarQuestions: readers,
  questionPulse: readers,
  'questionPulse: of a deleted question':
    ' 404/401 404/inactive 404 ok  404       ok        ok        suspended 401    ',
  relatedQuestions: readers,
  linkedQuestions: readers,
  askQuestion: activated,
  'askQuestion: with a new tag': ' 401 inactive    rank      rank      ok        ok        ok        suspended 401    ',
  editQuestion: ' 401     inactive     unmet     ok        ok        ok        ok        suspended 401    ',
  'editQuestion: deleted': ' 401    inactive     404       bad       404       bad       bad       suspended 401    ',
  deleteQuestion: ' 401     inactive     unmet     ok        unmet     ok        ok        suspended 401    ',
  'deleteQuestion: with an upvoted answer': ' 401 inactive unmet bad  unmet     ok        ok        suspended 401    ',

  // answers
  askAndAnswer: activated,
  writeAnswer: activated,
  'writeAnswer: to a deleted question': ' 401 inactive 404 bad       404       bad       bad       suspended 401    ',
  editAnswer: ' 401     inactive     unmet     ok        ok        ok        ok        suspended 401    ',
  'editAnswer: under a deleted question': ' 401 inactive 404 bad     404       bad       bad       suspended 401    ',
  deleteAnswer: ' 401     inactive     unmet     ok        unmet     ok        ok        suspended 401    ',
  'deleteAnswer: accepted': ' 401   inactive     unmet     bad       unmet     ok        ok        suspended 401    ',
  acceptAnswer: ' 401     inactive     unmet     ok        unmet     ok        ok        suspended 401    ',
  answerInfo: readers,
  'answerInfo: under a deleted question': ' 404/401 404/inactive 404 ok 404     ok        ok        suspended 401    ',
  answerPage: readers,
  'answerPage: of a deleted question': ' 404/401 404/inactive 404 ok 404       ok        ok        suspended 401    ',

  // states of posts: by role; what one has deleted oneself one may bring back
  closeQuestion: byRole,
  'closeQuestion: as a duplicate': byRole,
  reopenQuestion: byRole,
  operateQuestion: byRole,
  'operateQuestion: unlist': byRole,
  recoverQuestion: ' 401     inactive     404       unmet     404       ok        ok        suspended 401    ',
  'recoverQuestion: deleted by its author':
    ' 401 inactive 404  ok        404       ok        ok        suspended 401    ',
  recoverAnswer: ' 401     inactive     404       unmet     404       ok        ok        suspended 401    ',
  'recoverAnswer: deleted by its author': ' 401 inactive 404 ok        404       ok        ok        suspended 401    ',
  questionsInState: admins,
  answersInState: admins,
  setQuestionStatus: admins,
  setAnswerStatus: admins,
  deletePermanently: admins,

  // comments
  writeComment: activated,
  'writeComment: under a deleted question': ' 401 inactive bad forbidden bad   forbidden forbidden suspended 401    ',
  editComment: ' 401     inactive     unmet     ok        unmet     ok        ok        suspended 401    ',
  'editComment: after five minutes': ' 401 inactive unmet  late      unmet     ok        ok        suspended 401    ',
  deleteComment: ' 401     inactive     unmet     ok        unmet     ok        ok        suspended 401    ',
  comment: readers,
  'comment: under a deleted question': ' 404/401 404/inactive 404 ok 404       ok        ok        suspended 401    ',
  commentPage: readers,
  'commentPage: under a deleted question': ' 404/401 404/inactive 404 ok 404   ok        ok        suspended 401    ',
  firstComments: readers,

  // votes: never on one's own
  'vote: up, a question': ' 401    inactive     rank      own       ok        ok        ok        suspended 401    ',
  'vote: down, a question': ' 401   inactive     rank      own       ok        ok        ok        suspended 401    ',
  'vote: up, an answer': ' 401    inactive     rank      own       ok        ok        ok        suspended 401    ',
  'vote: down, an answer': ' 401    inactive     rank      own       ok        ok        ok        suspended 401    ',
  'vote: up, a comment': ' 401    inactive     ok        own       ok        ok        ok        suspended 401    ',
  'vote: a deleted question': ' 401 inactive     bad       own       bad       bad       bad       suspended 401    ',

  // what connects people and posts
  follow: activated,
  'follow: a deleted question':
    ' 401 inactive       bad       ok        bad       ok        ok        suspended 401    ',
  'follow: a member': ' 401    inactive     ok        bad       ok        ok        ok        suspended 401    ',
  switchCollection: activated,
  'switchCollection: a deleted question':
    ' 401 inactive bad   ok        bad       ok        ok        suspended 401    ',
  ownCollection: loggedIn,
  reactions: readers,
  'reactions: to a deleted question':
    ' 404/401 404/inactive 404 ok      404       ok        ok        suspended 401    ',
  postReactions: readers,
  react: activated,
  'react: to a deleted question':
    ' 401 inactive     bad       bad       bad       bad       bad       suspended 401    ',
  invited: readers,
  'invited: to a deleted question':
    ' 404/401 404/inactive 404 ok        404       ok        ok        suspended 401    ',
  invite: ' 401     inactive     unmet     unmet     ok        ok        ok        suspended 401    ',

  // flags and review
  flagPost: activated,
  'flagPost: a deleted question':
    ' 401 inactive     bad       forbidden bad       forbidden forbidden suspended 401    ',
  reviewTypes: loggedInReaders,
  queuedPosts: staff,
  flaggedPosts: staff,
  decideQueued: staff,
  decideFlag: staff,
  holdDecisions: staff,
  undoDecisions: activated,
  reviewSettings: admins,
  saveReviewSettings: admins,

  // earlier texts, suggested edits and what happened
  revisions: readers,
  'revisions: of a deleted question': ' 404/401 404/inactive 404 ok   404       ok        ok        suspended 401    ',
  checkEdit: ' 401     inactive     unmet     ok        ok        ok        ok        suspended 401    ',
  'checkEdit: while a suggestion waits': ' 401 inactive unmet bad     bad       bad       bad       suspended 401    ',
  suggestions: activated,
  'suggestions: of a deleted question': ' 401 inactive 404  ok        404       ok        ok        suspended 401    ',
  unreviewed: loggedInReaders,
  auditRevision: ' 401     inactive     unmet     unmet     ok        ok        ok        suspended 401    ',
  'auditRevision: reject': ' 401    inactive     unmet     unmet     ok        ok        ok        suspended 401    ',
  rollBack: ' 401     inactive     unmet     ok        ok        ok        ok        suspended 401    ',
  'rollBack: of a deleted question': ' 401 inactive 404     bad       404       bad       bad       suspended 401    ',
  timeline: loggedInReaders,
  'timeline: of a deleted question': ' 401 404/inactive 404 ok        404       ok        ok        suspended 401    ',
  timelineDetail: loggedInReaders,
  'timelineDetail: of a deleted question': ' 401 404/inactive 404 ok  404       ok        ok        suspended 401    ',

  // tags
  tagsPage: readers,
  tag: readers,
  tagsBySlug: readers,
  questionTags: readers,
  'tag: deleted': ' 404/401 404/inactive 404       404       404       ok        ok        suspended 401    ',
  tagSynonyms: readers,
  'tagSynonyms: of a deleted tag': ' 404/401 404/inactive 404 404     404       ok        ok        suspended 401    ',
  createTag: ' 401     inactive     unmet     unmet     ok        ok        ok        suspended 401    ',
  editTag: ' 401     inactive     unmet     unmet     ok        ok        ok        suspended 401    ',
  'editTag: with another slug': ' 401 inactive   unmet     unmet     unmet     ok        ok        suspended 401    ',
  'editTag: deleted': ' 401     inactive     unmet     unmet     404       404       404       suspended 401    ',
  followedTags: loggedInReaders,
  followTags: activated,
  deleteTag: staff,
  recoverTag: staff,
  mergeTags: staff,
  saveSynonyms: ' 401     inactive     unmet     unmet     ok        ok        ok        suspended 401    ',

  // search, texts, files
  search: readers,
  renderPost: activated,
  uploadFile: activated,
  'uploadFile: branding': ' 401    inactive     forbidden forbidden forbidden forbidden ok        suspended 401    ',

  // the site's settings
  generalSettings: admins,
  saveGeneralSettings: admins,
  interfaceSettings: admins,
  saveInterfaceSettings: admins,
  brandingSettings: admins,
  saveBrandingSettings: admins,
  writeSettings: admins,
  saveWriteSettings: admins,
  legalSettings: admins,
  saveLegalSettings: admins,
  seoSettings: admins,
  saveSeoSettings: admins,
  loginSettings: admins,
  saveLoginSettings: admins,
  customCssHtml: admins,
  saveCustomCssHtml: admins,
  themeSettings: admins,
  saveThemeSettings: admins,
  profileSettings: admins,
  saveProfileSettings: admins,
  smtpSettings: admins,
  saveSmtpSettings: admins,
  privilegeSettings: admins,
  savePrivilegeSettings: admins,
  themeOptions: admins,
  roles: admins,

  // members
  usersPage: admins,
  addUser: admins,
  addUsers: admins,
  setUserRole: admins,
  setUserPassword: admins,
  editUser: admins,
  setUserStatus: admins,
  plugins: admins,
  setPluginStatus: admins,
  pluginConfig: admins,
  savePluginConfig: admins,
  activationLink: admins,
  mailActivationLink: admins,
}

export type Row = keyof typeof table
