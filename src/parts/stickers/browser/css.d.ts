/** The build makes a style sheet of it, beside the script that imports it. */
declare module "*.css";
